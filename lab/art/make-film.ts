/**
 * Makes the explainer film, its captions and its poster. Needs Chromium and ffmpeg (with libvpx-vp9
 * and libx264). Run from the root of the repository:
 *
 *   npx tsx lab/art/make-film.ts
 *
 * With a folder, it only writes a picture for every second, to look at:
 *
 *   npx tsx lab/art/make-film.ts /tmp/frames
 *
 * With `--texts`, it writes the captions and the poster only:
 *
 *   npx tsx lab/art/make-film.ts --texts
 */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { publicPath, show, withPage } from './browser'
import { captions } from './film/captions'
import { drawPoster, frameAt, totalSeconds } from './film/scenes'
import { height, width } from './film/stage'

const framesPerSecond = 24

async function capture(page: Page, drawn: string, type: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  await page.evaluate((picture) => {
    const svg = document.querySelector('svg')
    if (svg) svg.innerHTML = picture
  }, drawn)
  return page.screenshot(type === 'png' ? { type } : { type, quality: 84 })
}

function encode(codec: readonly string[], file: string) {
  const input = ['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-i', '-']
  const output = ['-an', '-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_primaries', 'bt709']
  const color = ['-color_trc', 'bt709', '-vf', 'scale=out_color_matrix=bt709:out_range=tv']
  const args = ['-y', '-loglevel', 'error', ...input, ...output, ...color, ...codec, file]
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = new Promise<void>((resolve, reject) => {
    ffmpeg.once('error', reject)
    ffmpeg.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg: ${code}`))))
  })
  const write = (frame: Buffer) =>
    new Promise<void>((resolve) => ffmpeg.stdin.write(frame, () => resolve()))
  return { write, end: () => (ffmpeg.stdin.end(), ended) }
}

const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '24', '-b:v', '0', '-row-mt', '1', '-g', '120']
const h264 = ['-c:v', 'libx264', '-crf', '18', '-preset', 'slow', '-movflags', '+faststart']

async function makeFilm(page: Page): Promise<void> {
  mkdirSync(publicPath('video'), { recursive: true })
  const films = [
    encode(vp9, publicPath('video/explainer.webm')),
    encode(h264, publicPath('video/explainer.mp4')),
  ]
  for (let frame = 0; frame < totalSeconds * framesPerSecond; frame++) {
    const picture = await capture(page, frameAt(frame / framesPerSecond))
    await Promise.all(films.map((film) => film.write(picture)))
  }
  await Promise.all(films.map((film) => film.end()))
  await makeTexts(page)
}

async function makeTexts(page: Page): Promise<void> {
  const poster = await capture(page, drawPoster(), 'jpeg')
  writeFileSync(publicPath('video/explainer-poster.jpg'), poster)
  writeFileSync(publicPath('video/explainer.vtt'), captions())
}

async function makeStills(page: Page, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (let time = 0; time < totalSeconds; time++) {
    const name = `${String(time).padStart(2, '0')}.png`
    writeFileSync(join(folder, name), await capture(page, frameAt(time + 0.9)))
  }
}

const [chosen] = process.argv.slice(2)
await withPage({ width, height }, async (page) => {
  await show(page, `<svg width="${width}" height="${height}" style="display:block"></svg>`)
  if (!chosen) await makeFilm(page)
  else if (chosen === '--texts') await makeTexts(page)
  else await makeStills(page, chosen)
})
