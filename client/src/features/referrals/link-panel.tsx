import { Copy, Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { OwnReferralLink } from '@shared/referral-desk'
import { brand } from '@/lib/brand'
import { post } from '@/lib/http'
import { toast, toastError } from '@/lib/toast-store'
import { useAction } from '@/lib/use-action'
import { ActionButton, Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { copyText } from '@/ui/copy-text'
import { Notice } from '@/ui/notice'
import { QrCode, qrCodePng, qrCodeSvg } from '@/ui/qr-code'
import { saveFile } from '@/lib/save-file'
import { deskQuery } from './desk-api'
import { LinkText } from './link-to-share'

async function copy(text: string, what: string): Promise<void> {
  if (await copyText(text, 'text')) toast({ title: `${what} copied` })
}

export function LinkPanel({ link }: { link: OwnReferralLink }) {
  const { url, code } = link
  const message = invitation(brand.programName, url)
  const canShare = 'share' in navigator

  async function share() {
    try {
      await navigator.share({ title: brand.programName, text: message })
    } catch (error) {
      // A person who closes the sheet again has changed their mind.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toastError('Your link was not shared', error)
    }
  }

  async function savePicture() {
    const picture = await qrCodePng(url)
    if (picture) saveFile(picture, `referral-link-${code}.png`)
    else toast({ title: 'We couldn’t create the PNG', description: 'Please save the SVG instead.' })
  }

  return (
    <Card
      title="Your Referral Link"
      description="Anyone who signs up within 90 days of opening it counts as your referral."
    >
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="rounded-lg border bg-paper px-4 py-3 font-medium wrap-anywhere select-all">
            <LinkText link={url} />
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button icon={<Copy />} onClick={() => void copy(url, 'Link')}>
              Copy Link
            </Button>
            {canShare ? (
              <Button variant="secondary" icon={<Share2 />} onClick={() => void share()}>
                Share
              </Button>
            ) : null}
          </div>
          <h3 className="mt-6 text-base">A message to send</h3>
          <p className="mt-2 max-w-measure text-sm wrap-anywhere text-muted">{message}</p>
          <Button
            size="sm"
            variant="secondary"
            icon={<Copy />}
            className="mt-3"
            onClick={() => void copy(message, 'Message')}
          >
            Copy Message
          </Button>
        </div>
        <div className="max-w-56 min-w-0">
          <QrCode text={url} label="QR code of your referral link" />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="secondary"
              icon={<Download />}
              aria-label="PNG of the QR code"
              onClick={() => void savePicture()}
            >
              PNG
            </Button>
            <Button
              size="sm"
              variant="secondary"
              icon={<Download />}
              aria-label="SVG of the QR code"
              onClick={() => saveFile(qrCodeSvg(url), `referral-link-${code}.svg`)}
            >
              SVG
            </Button>
          </div>
        </div>
      </div>
      <ReplaceLink />
    </Card>
  )
}

function ReplaceLink() {
  const [isAsking, setIsAsking] = useState(false)
  const replacement = useAction({
    send: () => post<OwnReferralLink>('/api/referral-link'),
    onAnswer: (link, client) =>
      client.setQueryData(deskQuery.queryKey, (desk) => desk && { ...desk, link }),
    // It may have been replaced, and only the answer was lost: the link that is shown has to count.
    refreshes: deskQuery.queryKey,
    done: { title: 'You have a new link', description: 'Your old link no longer counts.' },
    failure: 'Your link was not replaced',
    onDone: () => setIsAsking(false),
  })

  if (!isAsking) {
    return (
      <Button size="sm" variant="ghost" className="mt-5 -ml-3" onClick={() => setIsAsking(true)}>
        Get a New Link
      </Button>
    )
  }
  return (
    <Notice
      tone="warning"
      className="mt-5"
      title="Replace your link?"
      actions={
        <>
          <ActionButton action={replacement} size="sm">
            Replace Link
          </ActionButton>
          <Button size="sm" variant="secondary" onClick={() => setIsAsking(false)}>
            Keep It
          </Button>
        </>
      }
    >
      Your current link will stop working everywhere you’ve shared it. People who already signed up
      through it stay your referrals.
    </Notice>
  )
}

/** A message to send along with the link. It says that the sender may earn from it. */
const invitation = (programName: string, url: string): string =>
  `Do you have strong personal credit? The ${programName} matches people like you with vetted entrepreneurs. Take a look: ${url} (I may earn a reward if you’re approved.)`
