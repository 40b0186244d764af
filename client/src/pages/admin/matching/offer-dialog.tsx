import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { Link } from 'wouter'
import { mostOfferedTimes, offerRequest } from '@shared/matches'
import { z } from '@shared/zod'
import { entrepreneursQuery } from '@/features/entrepreneurs/api'
import { meetingSettingsQuery, useOfferMatch, useUndoStep } from '@/features/matches/admin-api'
import { firstName, describeMissing, promisedBy } from '@/features/matches/match-words'
import { useSubmitForm } from '@/lib/form'
import { fullName } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { FormDialog } from '@/ui/form-dialog'
import { SelectField, TextField } from '@/ui/form-fields'
import { Notice } from '@/ui/notice'
import { ChosenTimes, TimesField } from './times-field'

/** Someone who can meet a partner. */
interface Candidate {
  id: number
  name: string
  businessName: string
  timeZone: string
}

/** The partner who gets an offer. */
export interface OfferedTo {
  id: number
  name: string
  timeZone: string | null
  /** Null for someone who is not waiting for a first introduction. */
  approvedAt: string | null
  /** The steps of their profile that are missing. */
  missing: readonly string[]
  /** After the usual number of offers, or after a success. */
  needsReason: boolean
}

interface OfferDialogProps {
  partner: OfferedTo
  /** The desk's suggestion. */
  suggested: Candidate | null
  onClose: () => void
}

const { times, link, reason } = offerRequest.shape

/** As fields hold it. */
const offerForm = (needsReason: boolean) =>
  z.object({
    entrepreneur: z.string().min(1, { error: 'Please choose an entrepreneur.' }),
    times,
    link: z
      .string()
      .trim()
      .pipe(z.union([z.literal(''), link.unwrap()])),
    reason: needsReason ? reason.unwrap() : z.string(),
  })

/** Offers a partner to meet an entrepreneur, at some times. */
export function OfferDialog({ partner, suggested, onClose }: OfferDialogProps) {
  const { needsReason } = partner
  const candidates = useCandidates(suggested)
  const settings = useQuery(meetingSettingsQuery)
  const offering = useOfferMatch()
  const { sayDone } = useUndoStep()
  const submission = useSubmitForm({
    schema: offerForm(needsReason),
    defaultValues: {
      entrepreneur: suggested ? String(suggested.id) : '',
      times: [],
      link: '',
      reason: '',
    },
    kept: { name: 'offer', of: partner.id },
    send: ({ entrepreneur, times: chosenTimes, link: ownLink, reason: why }) =>
      offering.mutateAsync({
        partnerId: partner.id,
        entrepreneurId: Number(entrepreneur),
        times: chosenTimes,
        ...(ownLink && { link: ownLink }),
        ...(why && { reason: why }),
      }),
    onDone: (match) => {
      sayDone('Times offered', match)
      onClose()
    },
    failure: 'The times were not offered',
    rename: { entrepreneurId: 'entrepreneur', partnerId: 'entrepreneur' },
  })
  const { form, field } = submission
  const control = useController(field('times'))
  const chosenId = form.watch('entrepreneur')
  const chosen = candidates.all.find(({ id }) => String(id) === chosenId)
  const attendees = [partner, ...(chosen ? [chosen] : [])]

  return (
    <FormDialog
      {...submission}
      label="Offer times"
      size="lg"
      title={<span className="wrap-anywhere">Offer Times to {partner.name}</span>}
      description="Both get an email a minute after you offer. Until then, you can undo it."
      submitLabel="Offer Times"
      discardQuestion="Discard this offer?"
      summary={<ChosenTimes control={control} attendees={attendees} />}
      onClose={onClose}
    >
      {partner.missing.length > 0 ? (
        <Notice tone="warning" title={describeMissing(partner.missing)}>
          {firstName(partner.name)} sees what’s missing, too. You can still make this offer.
        </Notice>
      ) : null}
      {candidates.isEmpty ? (
        <Notice tone="warning" title="No entrepreneur is ready">
          <Link className="link" href={withQuery(paths.adminMatching, { tab: 'entrepreneurs' })}>
            Add one, or mark one as ready
          </Link>
        </Notice>
      ) : null}
      <SelectField
        {...field('entrepreneur')}
        label="Entrepreneur"
        options={[
          { value: '', label: 'Choose an entrepreneur' },
          ...candidates.all.map(({ id, name, businessName }) => ({
            value: String(id),
            label: `${name}, ${businessName}`,
          })),
        ]}
      />
      {needsReason || form.formState.errors.reason ? (
        <TextField
          {...field('reason')}
          label="Why another introduction?"
          hint="They’ve already had two introductions or a match. We keep your reason in their notes."
        />
      ) : null}
      <TextField
        {...field('link')}
        label="Meeting link"
        optional
        hint={
          settings.data?.room === ''
            ? 'No meeting room is set up. Enter a link here, or set one up in Settings before the meeting.'
            : 'Leave this empty to use the meeting room from Settings.'
        }
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TimesField
        label="Times"
        hint={`Choose up to ${mostOfferedTimes}. We book the first one that works for both.`}
        control={control}
        most={mostOfferedTimes}
        attendees={attendees}
        meetBy={promisedBy(partner.approvedAt)}
      />
    </FormDialog>
  )
}

/** Entrepreneurs who are ready and free, the suggested one first. */
function useCandidates(suggested: Candidate | null) {
  const { data } = useQuery(entrepreneursQuery({ status: 'ready', limit: '100' }))
  const free = (data?.rows ?? []).filter(({ match }) => match === null)
  const others = free.map((one): Candidate => ({ ...one, name: fullName(one) }))
  const all = suggested ? [suggested, ...others.filter(({ id }) => id !== suggested.id)] : others
  return { all, isEmpty: data !== undefined && all.length === 0 }
}
