import { film } from '@/content/film'

/** All that the pictures and the captions say; loaded for those who ask for it. */
export function FilmText() {
  return (
    <ol className="mt-2 grid gap-3">
      {Object.entries(film).map(([scene, { title, lines, captions }]) => (
        <li key={scene}>
          <p className="font-medium">{title.join(' ')}</p>
          <p className="text-muted">{lines.join(' ')}</p>
          <p className="text-muted">{captions.join(' ')}</p>
        </li>
      ))}
    </ol>
  )
}
