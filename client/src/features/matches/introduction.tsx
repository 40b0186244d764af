import { useState, type ReactNode } from 'react'
import { linkContactsRequest } from '@shared/matches'
import { describeMeetingTime, keepTogether } from '@shared/meeting-time'
import { tellIntroduction } from '@shared/tell-introduction'
import { useSubmitForm } from '@/lib/form'
import { useTitleState } from '@/lib/use-title-state'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { Fact, Facts } from '@/ui/facts'
import { Form, SubmitButton } from '@/ui/form'
import { PhoneLink } from '@/ui/text'
import { AboutOther } from './about-other'
import { AcceptButton, DeclineButton } from './answer-buttons'
import { BookedMeeting } from './booked-meeting'
import { type IntroductionProps, PhoneEndField, Step } from './introduction-step'
import { useNow } from './match-times'
import { TimesForm } from './times-form'

type Told = ReturnType<typeof tellIntroduction>

/** In the page's title. */
const phaseTitles: Record<Told['phase'], string> = {
  choose: 'Choose a Time',
  chosen: 'Times Sent',
  finding: 'Waiting for New Times',
  'no-overlap': 'Waiting for New Times',
  called: 'Waiting for New Times',
  booked: 'Meeting Booked',
  over: 'Meeting Over',
  met: 'Your Answer',
  accepted: 'You Accepted',
  succeeded: 'Matched',
  ended: 'Introduction Ended',
  declined: 'Introduction Ended',
}

export function Introduction(props: IntroductionProps) {
  const { match, zone, link } = props
  const now = useNow()
  const side = link ? 'entrepreneur' : 'partner'
  const told = tellIntroduction(match, { side, zone, now })
  useTitleState(phaseTitles[told.phase])
  // What is asked comes first, and then who it is about.
  const step = (actions: ReactNode, children?: ReactNode) => (
    <Step {...told} link={link} actions={actions} after={<AboutOther other={match.other} />}>
      {children}
    </Step>
  )
  switch (told.phase) {
    case 'choose':
    case 'chosen':
    case 'no-overlap':
      return <Times key={match.basedOn} {...props} phase={told.phase} step={step} />
    case 'booked':
      return <BookedMeeting {...props} told={told} now={now} />
    case 'met':
      return step(
        <>
          <AcceptButton {...props} />
          <DeclineButton {...props} label="Decline" />
        </>,
      )
    case 'accepted':
      return step(<DeclineButton {...props} label="Decline" />)
    case 'succeeded':
      return <Succeeded {...props} told={told} />
    case 'ended':
    case 'declined':
      return <Step {...told} link={link} />
    default:
      return step(<DeclineButton {...props} />)
  }
}

interface TimesProps extends IntroductionProps {
  phase: Told['phase']
  step: (actions: ReactNode, children: ReactNode) => ReactNode
}

/** Times to choose from, or those that were sent. */
function Times({ phase, step, ...props }: TimesProps) {
  const { match, zone } = props
  const [isChanging, setIsChanging] = useState(false)
  const decline = <DeclineButton {...props} />
  if (phase === 'choose' || isChanging)
    return step(
      <>
        {isChanging ? (
          <Button variant="secondary" onClick={() => setIsChanging(false)}>
            Keep My Times
          </Button>
        ) : null}
        {decline}
      </>,
      <TimesForm {...props} onDone={() => setIsChanging(false)} />,
    )
  const sent = (match.chosenTimes ?? []).filter((time) => match.offeredTimes.includes(time))
  return step(
    <>
      <Button variant="secondary" onClick={() => setIsChanging(true)}>
        Change My Times
      </Button>
      {decline}
    </>,
    sent.length > 0 ? (
      <p>
        You’re free:{' '}
        {sent.map((time) => keepTogether(describeMeetingTime(new Date(time), zone))).join('; ')}.
      </p>
    ) : null,
  )
}

function Succeeded({ match, link, calls, told }: IntroductionProps & { told: Told }) {
  // A link shows them once: what is fetched again has none.
  const [shown, setShown] = useState(match.contacts)
  if (match.contacts !== null && match.contacts !== shown) setShown(match.contacts)
  const contacts = match.contacts ?? shown
  const Heading = link ? 'h3' : 'h4'
  const name = contacts ? `${contacts.firstName} ${contacts.lastName}` : match.other.firstName
  return (
    <Step {...told} link={link}>
      <p className="wrap-anywhere">You and {name} both accepted.</p>
      {contacts ? (
        <div className="grid gap-2">
          <Heading className="text-base font-medium">How to reach {contacts.firstName}</Heading>
          <Facts>
            <Fact name="Email">
              <a href={`mailto:${contacts.email}`} className="link">
                <EmailText email={contacts.email} />
              </a>
            </Fact>
            <Fact name="Phone">
              <PhoneLink phone={contacts.phoneNumber} />
            </Fact>
          </Facts>
        </div>
      ) : link ? (
        <ContactsForm match={match} link={link} calls={calls} />
      ) : null}
    </Step>
  )
}

type ContactsProps = Pick<IntroductionProps, 'match' | 'calls'> &
  Required<Pick<IntroductionProps, 'link'>>

/** A link alone doesn't show how to reach someone: it may have been forwarded. */
function ContactsForm({ match, calls, link }: ContactsProps) {
  const submission = useSubmitForm({
    schema: linkContactsRequest,
    defaultValues: { phoneEnd: link.digits },
    kept: 'nothing',
    send: calls.showContacts,
    failure: 'We couldn’t show the contact details',
  })
  return (
    <Form
      {...submission}
      label="Contact details"
      actions={<SubmitButton>Show Contact Details</SubmitButton>}
    >
      <p>To see {match.other.firstName}’s email and phone number, please enter:</p>
      <PhoneEndField {...submission.field('phoneEnd')} link={link} />
    </Form>
  )
}
