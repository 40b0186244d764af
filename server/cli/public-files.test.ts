import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('pictures, film and documents', () => {
  const publicDir = 'client/public'
  const megabyte = 1_000_000

  it('take less than 6 MB in all', () => {
    const files = readdirSync(publicDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const total = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(total).toBeLessThan(6 * megabyte)
  })

  it.each(['explainer.webm', 'explainer.mp4'])('%s takes less than 3 MB', (name) => {
    const { size } = statSync(join(publicDir, 'video', name))
    expect(size).toBeGreaterThan(megabyte / 10)
    expect(size).toBeLessThan(3 * megabyte)
  })

  it('the MP4 can start before it has arrived', () => {
    const film = readFileSync(join(publicDir, 'video/explainer.mp4'))
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'))
  })

  it('the captions follow one another, and end with the disclaimer', () => {
    const captions = readFileSync(join(publicDir, 'video/explainer.vtt'), 'utf8')
    expect(captions).toMatch(/^WEBVTT\n\n/)
    const times = [...captions.matchAll(/00:(\d\d):(\d\d\.\d{3})/g)].map(
      ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
    )
    expect(times).toHaveLength(26)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(47)
    expect(captions).toContain('Results are not guaranteed')
  })

  it.each(['business-license.pdf', 'due-diligence.pdf'])(
    '%s is a tagged PDF named a sample',
    (name) => {
      const text = readFileSync(join(publicDir, 'documents', name), 'latin1')
      expect(text.startsWith('%PDF-')).toBe(true)
      expect(text).toContain('/Title (SAMPLE: ')
      expect(text).toContain('/StructTreeRoot')
      expect(text).toMatch(/\/Lang \(en-US\)/)
    },
  )
})
