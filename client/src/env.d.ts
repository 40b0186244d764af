interface ImportMetaEnv {
  readonly SUPPORT_PHONE?: string
  readonly SUPPORT_EMAIL?: string
  readonly STREET_ADDRESS?: string
}
