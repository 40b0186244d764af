/** What can be found on a page, by what a person sees or a screen reader says. */
export interface Target {
  kind: 'button' | 'link' | 'tab' | 'heading' | 'field' | 'checkbox' | 'text'
  name: string
}

/** A window of someone's own: it shares no session with another. */
export interface EngineWindow {
  goTo: (address: string) => Promise<void>
  /** Runs the body of an async function on the page and returns what it returns, as JSON would. */
  evaluate: (body: string, ...values: unknown[]) => Promise<unknown>
  /** Presses what `find` finds with a real pointer, scrolled into view. */
  click: (target: Target) => Promise<void>
  /** Types with real keys. */
  type: (target: Target, text: string) => Promise<void>
  chooseFile: (target: Target, path: string) => Promise<void>
  /** The addresses of its tabs. */
  tabs: () => Promise<string[]>
  takeScreenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

export interface Engine {
  name: string
  version: string
  openWindow: () => Promise<EngineWindow>
  close: () => Promise<void>
}
