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
