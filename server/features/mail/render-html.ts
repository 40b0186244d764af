import type { Brand } from '@shared/brand'
import { escapeHtml } from '../../escape-html'

const links = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g

/** Shown in place of an address that is a paragraph of its own. */
export interface MailButton {
  label: string
  address: string
}

interface MailText {
  subject: string
  text: string
  brand: Brand
  buttons?: readonly MailButton[]
  /** A small link at the bottom. */
  footer?: MailButton | null
}

/**
 * A mail's text as HTML, under its subject as the heading: paragraphs, lists of lines that begin with a dash, links and buttons.
 * Everything is escaped; nothing in the text is ever read as HTML.
 */
export function renderHtml({ subject, text, brand, buttons = [], footer }: MailText): string {
  const blocks = text.replaceAll('\r\n', '\n').split(/\n{2,}/)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#faf8f4;color:#14231d;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f4;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dad3c5;border-radius:12px;">
<tr><td style="padding:20px 24px;border-bottom:1px solid #dad3c5;font:600 18px/1.4 Georgia,serif;color:#0e4b3a;">${escapeHtml(brand.programName)}</td></tr>
<tr><td style="padding:24px;font:16px/1.6 Arial,Helvetica,sans-serif;overflow-wrap:anywhere;word-break:break-word;">
<h1 style="margin:0 0 16px;font:600 22px/1.3 Georgia,serif;">${escapeHtml(subject)}</h1>
${blocks.map((block) => renderBlock(block, buttons)).join('\n')}
</td></tr>
</table>
<p style="max-width:560px;margin:16px auto 0;font:13px/1.5 Arial,Helvetica,sans-serif;color:#55605a;">${escapeHtml(`${brand.portalName} · ${brand.streetAddress}`)}${footer ? renderFooter(footer) : ''}</p>
</td></tr>
</table>
</body>
</html>
`
}

function renderBlock(block: string, buttons: readonly MailButton[]): string {
  const button = buttons.find(({ address }) => address === block.trim())
  if (button) return renderButton(button)
  const lines = block.split('\n')
  if (lines.every((line) => line.startsWith('- '))) {
    const items = lines.map(
      (line) => `<li style="margin:0 0 6px;">${renderLine(line.slice(2))}</li>`,
    )
    return `<ul style="margin:0 0 16px;padding-left:22px;">${items.join('')}</ul>`
  }
  return `<p style="margin:0 0 16px;">${lines.map(renderLine).join('<br>')}</p>`
}

/** With the address under it, for mail programs that show no HTML links, and for copying: as text, one link is enough. */
const renderButton = ({ label, address: link }: MailButton): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 12px;"><tr><td style="background:#0e4b3a;border-radius:8px;"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;font-weight:600;color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a></td></tr></table>
<p style="margin:0 0 24px;font-size:13px;color:#55605a;">Or copy this address: ${escapeHtml(link)}</p>`

const renderFooter = ({ label, address }: MailButton): string =>
  `<br><a href="${escapeHtml(address)}" style="color:#176b4f;">${escapeHtml(label)}</a>`

function renderLine(line: string): string {
  let html = ''
  let end = 0
  for (const match of line.matchAll(links)) {
    const link = escapeHtml(match[0])
    html += `${escapeHtml(line.slice(end, match.index))}<a href="${link}" style="color:#176b4f;">${link}</a>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(line.slice(end))
}
