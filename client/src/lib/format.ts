import { exactTotalLimit } from '@shared/lists'

const dateTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Nov 20, 2026, 9:41 AM', in the viewer's own zone. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))

const date = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** 'Nov 20, 2026', in the viewer's own zone. */
export const formatDate = (iso: string | Date): string => date.format(new Date(iso))

const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
}

export const formatFileType = (mimeType: string): string => kinds[mimeType] ?? 'File'

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`

export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** Of what is counted exactly up to a limit only. */
export const formatCount = (count: number): string =>
  count > exactTotalLimit ? `${formatNumber(exactTotalLimit)}+` : formatNumber(count)
