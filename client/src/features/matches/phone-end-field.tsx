import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form'
import { TextField } from '@/ui/form-fields'

interface PhoneEndFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, string | undefined>
}

/** Programs that scan mail open links and press buttons; they don't know the phone on file. */
export const PhoneEndField = <V extends FieldValues, O>({
  control,
  name,
}: PhoneEndFieldProps<V, O>) => (
  <TextField
    control={control}
    name={name}
    label="Last 4 digits of your phone number"
    hint="So that we know it’s you."
    inputMode="numeric"
    autoComplete="off"
    className="max-w-72"
  />
)
