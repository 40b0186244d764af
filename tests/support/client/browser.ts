import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { chromium, type Browser } from 'playwright-core'
import { unpackBundledChromium } from './browser-bundle'

/** A Chromium that can be launched; plain data, so that a global setup can hand it to its tests. */
export interface BrowserInstall {
  executablePath: string
  /** Variables for the browser's process, beyond those of this one. */
  env: Record<string, string>
}

/**
 * The Chromium of CHROMIUM_PATH, or the one inside the npm package @sparticuz/chromium, which is unpacked on first use:
 * the same everywhere, and without a desktop browser's own services, so that journeys take two thirds of the time.
 */
export async function prepareBrowser(): Promise<BrowserInstall> {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) return unpackBundledChromium()
  await access(executablePath, constants.X_OK)
  return { executablePath, env: {} }
}

/** Launches the browser headless. The caller closes it. */
export async function launchBrowser(install: BrowserInstall): Promise<Browser> {
  return chromium.launch({
    executablePath: install.executablePath,
    env: { ...process.env, ...install.env },
    // Machines that run tests have no graphics card to look for.
    args: ['--disable-gpu'],
  })
}
