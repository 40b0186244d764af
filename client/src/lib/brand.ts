import { defaultBrand, type Brand } from '@shared/brand'

/** The operator's brand, fixed when the client is built. */
export const brand: Brand = {
  ...defaultBrand,
  supportPhone: import.meta.env.SUPPORT_PHONE || defaultBrand.supportPhone,
  supportEmail: import.meta.env.SUPPORT_EMAIL || defaultBrand.supportEmail,
  streetAddress: import.meta.env.STREET_ADDRESS || defaultBrand.streetAddress,
}

/** The street address as it is shown: broken at its commas only. */
export const streetAddressLines = brand.streetAddress.replace(/(?<!,) /g, '\u00A0')
