/** The program's owner. Each value can be overridden by the environment; see `.env.example`. */
export interface Brand {
  programName: string
  portalName: string
  supportPhone: string
  supportEmail: string
  streetAddress: string
}

/** Placeholders from the ranges reserved for examples, to be replaced by the operator's own. */
export const defaultBrand: Brand = {
  programName: 'Credit Partner Program',
  portalName: 'Credit Partner Portal',
  supportPhone: '(303) 555-0142',
  supportEmail: 'support@creditpartner.example',
  streetAddress: '1200 Example Street, Suite 400, Denver, CO 80202',
}
