import { useWatch } from 'react-hook-form'
import { linkTimesRequest, type OwnMatch } from '@shared/matches'
import { z } from '@shared/zod'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { FieldError } from '@/ui/field'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { CheckboxField, TextareaField } from '@/ui/form-fields'
import type { MatchCalls } from './api'
import { browserZone, describeMeetingTime } from './match-times'
import { PhoneEndField } from './phone-end-field'

const { note, phoneEnd } = linkTimesRequest.shape
const partnerSchema = z.object({
  times: z.array(z.string()),
  note,
  phoneEnd: z.string(),
  isRecordingAllowed: z.boolean(),
  isNone: z.boolean(),
})
const linkSchema = partnerSchema.extend({ phoneEnd })

interface TimesFormProps {
  match: OwnMatch
  zone: string
  calls: MatchCalls
  /** An entrepreneur's answer about recording. Null for a partner, whose account has that. */
  recording: boolean | null
  isByLink: boolean
  /** Only that none works: of a time that was booked. */
  isNoneOnly?: boolean
  onDone?: () => void
}

/** Which of the offered times work: all that do, or none, and when would be better. */
export function TimesForm({
  match,
  zone,
  calls,
  recording,
  isByLink,
  isNoneOnly = false,
  onDone,
}: TimesFormProps) {
  const { basedOn, offeredTimes } = match
  const form = useZodForm(
    isByLink ? linkSchema : partnerSchema,
    {
      times: (match.chosenTimes ?? []).filter((time) => offeredTimes.includes(time)),
      note: '',
      phoneEnd: '',
      isRecordingAllowed: recording ?? false,
      isNone: isNoneOnly,
    },
    { name: isNoneOnly ? 'other-times' : 'times', of: basedOn, never: { phoneEnd: true } },
  )
  const [ticked, isNone] = useWatch({ control: form.control, name: ['times', 'isNone'] })
  // One may have passed since it was ticked.
  const chosen = ticked.filter((time) => offeredTimes.includes(time))
  const { errors } = form.formState

  const handleSubmit = submitHandler(
    form,
    async ({ phoneEnd: digits, isRecordingAllowed, note: typed }) => {
      await calls.giveTimes({
        basedOn,
        times: isNone ? [] : chosen,
        note: isNone ? typed : '',
        zone: browserZone() ?? null,
        ...(isByLink && { phoneEnd: digits, isRecordingAllowed }),
      })
      toast({ title: 'Thank you', description: 'We have your answer.' })
      onDone?.()
    },
    { failure: 'Your answer was not sent' },
  )

  return (
    <Form
      form={form}
      label="Times That Work for You"
      onSubmit={handleSubmit}
      actions={
        <>
          <SubmitButton disabled={!isNone && chosen.length === 0}>
            {isNone ? 'Send' : 'Send My Times'}
          </SubmitButton>
          {isNoneOnly ? (
            <CancelButton onCancel={onDone}>Keep This Time</CancelButton>
          ) : (
            <Button
              variant="secondary"
              onClick={() => form.setValue('isNone', !isNone, { shouldDirty: true })}
            >
              {isNone ? 'Back to the Times' : 'None of These Work'}
            </Button>
          )}
        </>
      }
    >
      {isNone ? (
        <TextareaField
          control={form.control}
          name="note"
          label="When would be better?"
          optional
          rows={3}
        />
      ) : (
        <fieldset>
          <legend className="mb-3 font-medium">
            Which times work for you? Choose all that apply.
          </legend>
          <div className="grid gap-3">
            {offeredTimes.map((time) => (
              <Checkbox
                key={time}
                {...form.register('times')}
                value={time}
                label={describeMeetingTime(time, zone)}
              />
            ))}
          </div>
          <FieldError id="times-error" error={errors.times?.message} />
        </fieldset>
      )}
      {isByLink ? (
        <>
          {isNone ? null : (
            <CheckboxField
              control={form.control}
              name="isRecordingAllowed"
              label="You may record our video meeting."
            />
          )}
          <PhoneEndField control={form.control} name="phoneEnd" />
        </>
      ) : null}
    </Form>
  )
}
