import { loadIfPossible } from './lazy-part'

type Urgency = 'polite' | 'assertive'

/** Lets a screen reader say each text, as `announcer.ts` has it, which comes once there is something to say. */
export function announce(
  texts: readonly (string | undefined)[],
  urgency: Urgency = 'polite',
): void {
  // Without a connection, the page itself still shows them.
  void loadIfPossible(() => import('./announcer')).then((loaded) => loaded?.say(texts, urgency))
}
