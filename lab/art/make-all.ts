/**
 * Makes everything in `client/public` that is drawn, filmed or printed, in the order in which one
 * needs the other; the results are committed. Needs Chromium 131 or newer (CHROMIUM_PATH, or
 * `/usr/bin/chromium`) and ffmpeg with libvpx-vp9 and libx264, and takes about two minutes. Run from
 * the root of the repository:
 *
 *   npx tsx lab/art/make-all.ts
 *
 * A second run gives the same bytes, but for the dates in the PDFs and the identifiers in the WebM.
 * After a change of an article's title, make-social.ts alone is enough.
 */
import { execFileSync } from 'node:child_process'

for (const kind of ['covers', 'icons', 'social', 'documents', 'film']) {
  execFileSync('npx', ['tsx', `lab/art/make-${kind}.ts`], { stdio: 'inherit' })
}
