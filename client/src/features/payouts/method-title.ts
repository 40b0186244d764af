import { paymentMethodNames, type PaymentMethod } from '@shared/payment-methods'

/** As a title, 'Bank transfer (ACH)'. */
export function methodTitle(method: PaymentMethod): string {
  const name = paymentMethodNames[method]
  return name.charAt(0).toUpperCase() + name.slice(1)
}
