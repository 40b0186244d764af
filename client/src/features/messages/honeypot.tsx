import type { UseFormRegisterReturn } from 'react-hook-form'

/** A field no one sees; programs that fill in every field give themselves away. */
export function Honeypot({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Website
        <input {...registration} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
