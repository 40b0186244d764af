type Urgency = 'polite' | 'assertive'

/** Lets a screen reader say each text, as `announcer.ts` has it, which comes once there is something to say. */
export function announce(
  texts: readonly (string | undefined)[],
  urgency: Urgency = 'polite',
): void {
  import('./announcer').then(
    ({ say }) => say(texts, urgency),
    // Offline, the page itself still shows them.
    () => undefined,
  )
}
