/** Programs fill in the field that people cannot see; what they send is not kept. */
export const looksAutomated = (form: { website?: string | undefined }): boolean =>
  Boolean(form.website)
