/** How people are paid. */
export const paymentMethods = ['zelle', 'ach', 'paypal'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodNames: Record<PaymentMethod, string> = {
  zelle: 'Zelle',
  ach: 'bank transfer (ACH)',
  paypal: 'PayPal',
}

/** How long nothing is paid out after the payment settings changed, in days. */
export const payoutRestDays = 3

/** 'ending in 1234', or 'm…@example.com': the part of an account or mailbox that is shown. */
export const nameAccount = (shown: string): string =>
  shown.includes('@') ? shown : `ending in ${shown}`

/** As a title, 'Bank transfer (ACH)'. */
export function methodTitle(method: PaymentMethod): string {
  const name = paymentMethodNames[method]
  return name.charAt(0).toUpperCase() + name.slice(1)
}
