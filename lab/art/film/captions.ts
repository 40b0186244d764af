import { scenes } from './scenes'

const longestLine = 40
/** Above the lower edge, where players put their controls. */
const position = 'line:76% size:84%'

/** The film's captions in WebVTT; the sentences of a scene share its time by their length. */
export function captions(): string {
  const cues: string[] = []
  let sceneStart = 0
  for (const scene of scenes) {
    const letters = scene.captions.join('').length
    let start = sceneStart + 0.3
    for (const sentence of scene.captions) {
      const end = start + ((scene.seconds - 0.4) * sentence.length) / letters
      const time = `${timestamp(start)} --> ${timestamp(end - 0.05)} ${position}`
      cues.push(`${cues.length + 1}\n${time}\n${inLines(sentence)}`)
      start = end
    }
    sceneStart += scene.seconds
  }
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

/** Two lines of about one length where one would be too wide for a phone. */
function inLines(sentence: string): string {
  if (sentence.length <= longestLine) return sentence
  const middle = sentence.indexOf(' ', sentence.length / 2 - 3)
  return `${sentence.slice(0, middle)}\n${sentence.slice(middle + 1)}`
}

function timestamp(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}
