import { useWatch } from 'react-hook-form'
import { linkTimesRequest } from '@shared/matches'
import { describeMeetingTime, keepTogether } from '@shared/meeting-time'
import { z } from '@shared/zod'
import { useSubmit, useZodForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { FieldError } from '@/ui/field'
import { Form, SubmitButton } from '@/ui/form'
import { CheckboxField, TextareaField } from '@/ui/form-fields'
import { type IntroductionProps, PhoneEndField } from './introduction-step'
import { answeringZone } from './match-times'

const { note, phoneEnd } = linkTimesRequest.shape
const partnerSchema = z.object({
  times: z.array(z.string()),
  note,
  phoneEnd: z.string(),
  isRecordingAllowed: z.boolean(),
  isNone: z.boolean(),
})
const linkSchema = partnerSchema.extend({ phoneEnd })

interface TimesFormProps extends IntroductionProps {
  onDone: () => void
}

export function TimesForm(props: TimesFormProps) {
  const { match, zone, calls, link, onDone } = props
  const { basedOn, offeredTimes } = match
  const form = useZodForm(
    (link ? linkSchema : partnerSchema).refine(
      ({ times, isNone: noneWorks }) =>
        noneWorks || times.some((time) => offeredTimes.includes(time)),
      // Said together with the other problems, not only when everything else is right.
      {
        error: 'Please choose at least one time, or “None of These Work.”',
        path: ['times'],
        when: () => true,
      },
    ),
    {
      times: (match.chosenTimes ?? []).filter((time) => offeredTimes.includes(time)),
      note: '',
      phoneEnd: link?.digits ?? '',
      isRecordingAllowed: link?.recording ?? false,
      isNone: false,
    },
    { name: 'times', of: basedOn, never: { phoneEnd: true } },
  )
  const [ticked, isNone] = useWatch({ control: form.control, name: ['times', 'isNone'] })
  // One may have passed since it was ticked.
  const chosen = ticked.filter((time) => offeredTimes.includes(time))
  const { errors } = form.formState

  const { field, ...submission } = useSubmit(form, {
    send: ({ phoneEnd: digits, isRecordingAllowed, note: typed }) =>
      calls.giveTimes({
        basedOn,
        times: isNone ? [] : chosen,
        note: isNone ? typed : '',
        zone: answeringZone(),
        ...(link && { phoneEnd: digits, isRecordingAllowed }),
      }),
    done: isNone ? 'Request sent' : 'Times sent',
    failure: 'We couldn’t send your answer',
    onDone,
  })

  return (
    <Form
      {...submission}
      label="Times That Work for You"
      actions={
        <>
          <SubmitButton>{isNone ? 'Send' : 'Send My Times'}</SubmitButton>
          <Button
            variant="secondary"
            onClick={() => form.setValue('isNone', !isNone, { shouldDirty: true })}
          >
            {isNone ? 'Back to the Times' : 'None of These Work'}
          </Button>
        </>
      }
    >
      {isNone ? (
        <TextareaField {...field('note')} label="When would be better?" optional rows={3} />
      ) : (
        <fieldset aria-describedby={errors.times ? 'times-error' : undefined}>
          <legend className="mb-3 font-medium">
            Which times work for you? Choose all that apply.
          </legend>
          <div className="grid gap-3">
            {offeredTimes.map((time) => (
              <Checkbox
                key={time}
                {...form.register('times')}
                value={time}
                label={keepTogether(describeMeetingTime(new Date(time), zone))}
              />
            ))}
          </div>
          <FieldError id="times-error" error={errors.times?.message} />
        </fieldset>
      )}
      {link ? (
        <>
          {isNone ? null : (
            <CheckboxField
              {...field('isRecordingAllowed')}
              label="You may record our video meeting."
            />
          )}
          <PhoneEndField {...field('phoneEnd')} link={link} />
        </>
      ) : null}
    </Form>
  )
}
