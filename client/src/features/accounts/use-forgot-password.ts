import { useHistoryState } from 'wouter/use-browser-location'

/** Goes along with the link to a page that is no answer to a forgotten password by itself. */
export const forgotPassword = { forgotPassword: true }

/** Whether that link led here. */
export const useForgotPassword = () =>
  useHistoryState<Partial<typeof forgotPassword> | null>()?.forgotPassword === true
