import { z } from './zod'

/** How people are paid. */
export const paymentMethods = ['zelle', 'ach', 'paypal'] as const
export const paymentMethod = z.enum(paymentMethods)
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodNames: Record<PaymentMethod, string> = {
  zelle: 'Zelle',
  ach: 'bank transfer (ACH)',
  paypal: 'PayPal',
}
