const month = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const figures = new RegExp(
  `(\\d+(?:am)?-\\d+(?:pm|%)?|Mon-Fri|[Ee]-mail|(?:${month}) \\d{1,2}(?:, \\d{4})?)`,
)
/** Letters that fit in any line. */
const shortest = 24

/** A text in which no figure such as '2-3' or '9am-5pm' is broken at its hyphen, and no date. */
export function Unbroken({ children: text }: { children: string }) {
  if (!figures.test(text)) return text
  if (text.length <= shortest) return <Whole>{text}</Whole>
  return text
    .split(figures)
    .map((part, index) => (figures.test(part) ? <Whole key={index}>{part}</Whole> : part))
}

const Whole = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap">{children}</span>
)

/** HTML of our own with its figures unbroken; those of attributes stay as they are. */
export const unbrokenHtml = (html: string) =>
  html
    .split(/(<[^>]*>)/)
    .map((part) =>
      part.startsWith('<')
        ? part
        : part.replace(new RegExp(figures, 'g'), '<span class="whitespace-nowrap">$1</span>'),
    )
    .join('')
