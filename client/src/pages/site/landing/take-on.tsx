import { takesOn } from '@/content/landing'
import { ResultsNote } from '../results-note'

export function TakeOn() {
  return (
    <section aria-labelledby="take-on-title" className="border-t bg-sand-light py-section">
      <div className="shell gap-16 lg:grid lg:grid-cols-[1fr_1.6fr]">
        <div>
          <div className="lg:sticky lg:top-28">
            <h2 id="take-on-title" className="text-3xl md:text-4xl">
              What You Take On
            </h2>
            <p className="mt-3 max-w-sm md:mt-4">
              Lending your credit standing to someone else’s business is a real risk, and it’s
              yours.
            </p>
            <ResultsNote lead="You may earn nothing" className="mt-3 max-w-sm" />
          </div>
        </div>
        <dl className="mt-5 md:mt-10 lg:mt-0">
          {takesOn.map((point) => (
            <div
              key={point.title}
              className="gap-8 border-t py-3 md:grid md:grid-cols-[1fr_1.7fr] md:py-6 last:border-b"
            >
              <dt className="font-medium">{point.title}</dt>
              <dd className="mt-0.5 text-muted md:mt-0">{point.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
