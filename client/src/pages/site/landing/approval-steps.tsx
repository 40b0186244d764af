import { approvalSteps } from '@/content/landing'
import { Unbroken } from '@/ui/unbroken'
import { StepsIllustration } from './illustrations'
import { PhoneFold } from './phone-fold'

export function ApprovalSteps() {
  return (
    <section aria-labelledby="approval-title" className="bg-sand-light py-section">
      <div className="shell">
        <h2 id="approval-title" className="text-3xl md:text-4xl">
          How to Get Approved
        </h2>
        <p className="mt-3 max-w-measure text-muted md:mt-4 md:text-lg">
          Five steps. We do most of the work. You’ll need a personal credit score of 700 or higher.
        </p>
        <StepsIllustration className="mt-14 w-full max-lg:hidden" />
        {/* The columns share their rows, so that titles of one line and of two end at one height. */}
        <ol className="mt-5 grid max-md:border-b md:mt-10 lg:mt-6 lg:grid-cols-5">
          {approvalSteps.map((step, index) => (
            <li
              key={step.title}
              className="grid grid-cols-[3.5rem_1fr] border-t md:py-6 lg:row-span-4 lg:grid-cols-1 lg:grid-rows-subgrid lg:border-t-0 lg:py-0 lg:pr-8"
            >
              <span
                aria-hidden="true"
                className="figures font-display text-3xl text-brass max-md:pt-3"
              >
                {index + 1}
              </span>
              <div className="lg:contents">
                <PhoneFold
                  title={step.title}
                  titleClass="text-xl lg:mt-3"
                  note={
                    <p className="text-sm font-medium text-brass-text md:mt-1.5">
                      <Unbroken>{step.time}</Unbroken>
                    </p>
                  }
                >
                  <p className="text-muted max-md:pb-4 md:mt-3">{step.text}</p>
                </PhoneFold>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
