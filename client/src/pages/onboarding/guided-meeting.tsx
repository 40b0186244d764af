import { Motif } from '@/ui/motif'

const seats = [
  {
    title: 'You',
    text: 'You hear the plan, ask anything you like, and decide. You can say no, and you don’t have to give a reason.',
  },
  {
    title: 'The entrepreneur',
    text: 'A vetted business owner who explains what the funding is for and how you would be paid.',
  },
  {
    title: 'Our support team',
    text: 'One of us leads the conversation, answers questions about the program, and writes down what was agreed.',
  },
]

export function GuidedMeeting() {
  return (
    <section aria-labelledby="meeting-title" className="on-evergreen py-section">
      <div className="shell gap-16 lg:grid lg:grid-cols-[1fr_1.4fr]">
        <div>
          <Motif tone="on-evergreen" strokeWidth={2.5} className="h-16 w-auto" />
          <h2 id="meeting-title" className="mt-8 text-3xl">
            Your Guided Meeting
          </h2>
          <p className="mt-4 max-w-md text-paper/85">
            After approval, you’ll meet the entrepreneur on Zoom. You won’t be on your own. Both
            sides must accept for a match to succeed. Usually one match is enough; sometimes one
            more entrepreneur is offered.
          </p>
        </div>
        <dl className="mt-10 lg:mt-0">
          {seats.map((seat) => (
            <div
              key={seat.title}
              className="gap-6 border-t border-paper/20 py-6 sm:grid sm:grid-cols-[11rem_1fr]"
            >
              <dt className="font-display text-xl text-brass-light">{seat.title}</dt>
              <dd className="mt-1 text-paper/90 sm:mt-0">{seat.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
