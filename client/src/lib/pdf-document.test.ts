import { expect, it } from 'vitest'
import { openPdf } from './pdf-document'

it('opens nothing, and so no worker, once no one wants it any more', async () => {
  const opening = openPdf(new ArrayBuffer(8), AbortSignal.abort())
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
})
