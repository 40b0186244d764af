import { format, resolveConfig } from 'prettier'
import type { z } from '@shared/zod'
import { settingGroups } from '@server/env-table'

const groups = Object.entries(settingGroups).map(([title, settings]) => ({
  title,
  settings: Object.entries(settings).map(([name, schema]) => ({
    name,
    about: schema.description ?? '',
    fallback: fallbackOf(schema),
    takesFile: takesFile(schema),
  })),
}))

function fallbackOf(schema: z.ZodType): string {
  const value = schema.safeParse(undefined).data
  if (typeof value === 'object' && value !== null && 'kind' in value) return String(value.kind)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function takesFile(schema: z.ZodType): boolean {
  const [issue] = schema.safeParse('file:/nowhere').error?.issues ?? []
  return issue?.message.startsWith('names a file') ?? false
}

const files =
  'can be `file:/path` instead of the value: a file that only the portal’s user can read, as systemd and containers hand secrets over'

/** docs/settings.md, as it should be. */
export async function makeSettingsPage(): Promise<string> {
  const page = [
    '# Settings',
    '',
    'Made from `server/env-table.ts`; `.env.example` is, too. A setting is in `.env`, beside the portal, or in the',
    'environment of the process, which has precedence. Only what differs from the default has to be there. What is missing,',
    'weak or misspelled is named at the start, which then ends with exit code 1.',
    '',
    `Settings with a \\* ${files}.`,
    ...groups.flatMap(({ title, settings }) => [
      '',
      `## ${title}`,
      '',
      '| setting | default | what it is for |',
      '| --- | --- | --- |',
      ...settings.map(
        ({ name, fallback, about, takesFile: isSecret }) =>
          `| \`${name}\`${isSecret ? ' \\*' : ''} | ${fallback && `\`${fallback}\``} | ${asMarkdown(about)} |`,
      ),
    ]),
  ].join('\n')
  return format(page, { ...(await resolveConfig('docs/settings.md')), parser: 'markdown' })
}

/** Names of settings, commands and values stand out. */
const asMarkdown = (about: string) =>
  about.replaceAll(
    /npm run portal -- [a-z]+|openssl [\w -]*32|Authorization: Bearer …|Name <[^>]+>|\b(?:smtps?|tcp|unix|s3|https):[^\s;,]*[\w…@/]|\b[A-Z]+(?:_[A-Z]+)+\b|\?sslmode=verify-full|docs\/deploy\/[\w.-]+\w/g,
    '`$&`',
  )

/** .env.example, as it should be. */
export function makeEnvExample(): string {
  const shown = groups.filter(({ title }) => !/tests/.test(title))
  return `${[
    '# `npm run dev` writes a .env with fresh secrets by itself; `npm run setup` writes one for production.',
    '# Only what differs from the default has to be in .env. The environment of the process has precedence.',
    ...wrap(`Those that say [file] ${files.replaceAll('`', '')}.`),
    ...shown.flatMap(({ title, settings }) => [
      '',
      `# --- ${title} `.padEnd(104, '-'),
      ...settings.flatMap(({ name, about, fallback, takesFile: isSecret }) => [
        '',
        ...wrap(isSecret ? `${about} [file]` : about),
        `${name}=${fallback}`,
      ]),
    ]),
  ].join('\n')}\n`
}

const wrap = (text: string): string[] =>
  text.match(/.{1,108}(?:\s|$)/g)?.map((line) => `# ${line.trim()}`) ?? []
