import { useState } from 'react'
import { linkContactsRequest, type OwnMatch } from '@shared/matches'
import { formatMeetingDay, describeWhoFindsTime } from '@shared/meeting-time'
import { formatCents } from '@shared/money'
import { useSubmitForm } from '@/lib/form'
import { useTitleState } from '@/lib/use-title-state'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { Fact, Facts } from '@/ui/facts'
import { Form, SubmitButton } from '@/ui/form'
import { PhoneLink } from '@/ui/text'
import { AnswerForm, DeclineButton } from './answer-form'
import { BookedMeeting } from './booked-meeting'
import { type IntroductionProps, PhoneEndField, Step } from './introduction-step'
import { phaseOf, useNow } from './match-times'
import { TimesForm } from './times-form'

/** In the page's title. */
const phaseTitles: Record<ReturnType<typeof phaseOf>, string> = {
  choose: 'Choose a Time',
  chosen: 'Times Sent',
  'no-times': 'Waiting for New Times',
  booked: 'Meeting Booked',
  over: 'Meeting Over',
  met: 'Your Answer',
  accepted: 'You Accepted',
  succeeded: 'Matched',
  ended: 'Introduction Ended',
}

export function Introduction(props: IntroductionProps) {
  const { match } = props
  const now = useNow()
  const phase = phaseOf(match, now)
  useTitleState(phaseTitles[phase])
  switch (phase) {
    case 'choose':
    case 'chosen':
    case 'no-times':
      return <Arranging {...props} phase={phase} />
    case 'booked':
      return <BookedMeeting {...props} now={now} />
    case 'over':
      return <Over {...props} />
    case 'met':
    case 'accepted':
      return <Met {...props} phase={phase} />
    case 'succeeded':
      return <Succeeded {...props} />
    default:
      return <Ended {...props} />
  }
}

type ArrangingProps = IntroductionProps & { phase: 'choose' | 'chosen' | 'no-times' }

function Arranging({ phase, ...props }: ArrangingProps) {
  const { match, link } = props
  const { other } = match
  const [isChanging, setIsChanging] = useState(false)
  const decline = <DeclineButton {...props} />
  const step = { link, title: `Meet ${nameOther(match)}` }
  if (phase === 'no-times') {
    return (
      <Step {...step} actions={decline}>
        {match.findsTimeBy
          ? describeWhoFindsTime(match.findsTimeBy)
          : 'We’re finding new times. You don’t need to do anything.'}
      </Step>
    )
  }
  if (phase === 'chosen' && !isChanging) {
    return (
      <Step
        {...step}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsChanging(true)}>
              Change My Times
            </Button>
            {decline}
          </>
        }
      >
        Thank you. We’ll book the first time that works for both of you and email you.
      </Step>
    )
  }
  return (
    <Step {...step} actions={decline}>
      {other.business ? (
        <p className="mb-5 max-w-measure wrap-anywhere">
          {other.business.summary} Looking for{' '}
          <span className="figures">
            {formatCents(other.business.amountCents).replace('.00', '')}
          </span>
          .
        </p>
      ) : null}
      <TimesForm key={match.basedOn} {...props} onDone={() => setIsChanging(false)} />
    </Step>
  )
}

function Over(props: IntroductionProps) {
  const { match, zone, link } = props
  const { startsAt } = match
  const on = startsAt === null ? '' : ` on ${formatMeetingDay(new Date(startsAt), zone)}`
  return (
    <Step link={link} title={`Your meeting was${on}`} actions={<DeclineButton {...props} />}>
      We’ll ask for your answer once our team confirms that it took place.
    </Step>
  )
}

function Met({ phase, ...props }: IntroductionProps & { phase: 'met' | 'accepted' }) {
  const { match, link } = props
  const { other } = match
  if (phase === 'accepted') {
    return (
      <Step
        link={link}
        title={`You’ve met ${other.firstName}`}
        actions={<DeclineButton {...props} label="Decline" />}
      >
        You accepted. We’ll tell you when we know {other.firstName}’s answer. You can still decline
        until then.
      </Step>
    )
  }
  return (
    <Step
      link={link}
      title={`You’ve met ${other.firstName}. Do you want to move forward together?`}
    >
      <p className="mb-5">You’re not signing anything here.</p>
      <AnswerForm {...props} />
    </Step>
  )
}

function Succeeded({ match, link, calls }: IntroductionProps) {
  // A link shows them once: what is fetched again has none.
  const [shown, setShown] = useState(match.contacts)
  if (match.contacts !== null && match.contacts !== shown) setShown(match.contacts)
  const contacts = match.contacts ?? shown
  const Heading = link ? 'h3' : 'h4'
  const name = contacts ? `${contacts.firstName} ${contacts.lastName}` : match.other.firstName
  return (
    <Step link={link} title="It’s a match.">
      <p className="wrap-anywhere">You and {name} both accepted.</p>
      {contacts ? (
        <div className="my-4 grid gap-2">
          <Heading className="text-base font-medium">How to reach {contacts.firstName}</Heading>
          <Facts>
            <Fact name="Email">
              <EmailText email={contacts.email} />
            </Fact>
            <Fact name="Phone">
              <PhoneLink phone={contacts.phoneNumber} />
            </Fact>
          </Facts>
        </div>
      ) : link ? (
        <ContactsForm match={match} calls={calls} />
      ) : null}
      <p>
        Our team will {match.agreementBy} you about the agreement. Results are not guaranteed;
        payments come from the entrepreneur.
      </p>
    </Step>
  )
}

function Ended({ match, link }: IntroductionProps) {
  const next = link
    ? 'We’ll email you about what comes next.'
    : match.isOneMoreComing
      ? 'We’re looking for one more entrepreneur.'
      : 'Please call us about what comes next.'
  return (
    <Step link={link} title="This introduction isn’t going ahead.">
      {next}
    </Step>
  )
}

/** 'Ana, Rivera Bakery', or to an entrepreneur 'Jordan, a Credit Partner we approved'. */
const nameOther = ({ other }: OwnMatch) =>
  `${other.firstName}, ${other.business ? other.business.name : 'a Credit Partner we approved'}`

/** A link alone doesn't show how to reach someone: it may have been forwarded. */
function ContactsForm({ match, calls }: Pick<IntroductionProps, 'match' | 'calls'>) {
  const submission = useSubmitForm({
    schema: linkContactsRequest,
    defaultValues: { phoneEnd: '' },
    kept: 'nothing',
    send: calls.showContacts,
    failure: 'We couldn’t show the contact details',
  })
  return (
    <Form
      {...submission}
      label="Contact details"
      className="my-5"
      actions={<SubmitButton>Show Contact Details</SubmitButton>}
    >
      <p>To see {match.other.firstName}’s email and phone number, please enter:</p>
      <PhoneEndField {...submission.field('phoneEnd')} />
    </Form>
  )
}
