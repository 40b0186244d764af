import { Check, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCents } from '@shared/money'
import { methodTitle, paymentMethodNames } from '@shared/payment-methods'
import { countPaymentFiles, type PayoutRunDetails } from '@shared/payouts'
import { formatDateTime, formatNumber } from '@/lib/format'
import { send } from '@/lib/http'
import { saveFile } from '@/lib/save-file'
import { useAction } from '@/lib/use-action'
import { everyAdminPage } from '@/lib/use-send'
import { ActionButton, Button } from '@/ui/button'
import type { Marking } from './mark-payouts'
import { payoutRunsPath } from './payouts-api'

interface PaymentFilesProps {
  run: PayoutRunDetails
  onMark: (marking: Marking) => void
}

/** For each method a card with the file of its payouts in transit, and once that is downloaded, the way to mark it as paid. */
export function PaymentFiles({ run, onMark }: PaymentFilesProps) {
  return (
    <ul aria-label="Payment files" className="grid gap-2">
      {run.files.map((file) => (
        <PaymentFile key={file.method} run={run} file={file} onMark={onMark} />
      ))}
    </ul>
  )
}

interface PaymentFileProps extends PaymentFilesProps {
  file: PayoutRunDetails['files'][number]
}

/** The file that a bank or PayPal takes, or an archive of several; it is sent once password and code are right. */
function PaymentFile({ run, file, onMark }: PaymentFileProps) {
  const { method, count, cents } = file
  const made = run.madeFiles.filter((one) => one.method === method)
  const files = countPaymentFiles(method, count)
  const kind = files > 1 ? 'ZIP' : 'CSV'
  const download = useAction({
    send: async () => {
      const response = await send(`${payoutRunsPath}/${run.id}/files/${method}`)
      const ending = response.headers.get('Content-Type') === 'application/zip' ? 'zip' : 'csv'
      saveFile(await response.blob(), `payouts-${run.period}-${method}.${ending}`)
    },
    refreshes: everyAdminPage,
    done: 'Payment file downloaded',
    failure: 'The file was not downloaded',
  })
  return (
    <li className="grid gap-2 rounded-lg border bg-paper px-4 py-3">
      <p>
        <span className="font-medium">{methodTitle(method)}</span>
        <Sum count={count} cents={cents} files={files} />
      </p>
      <ol className="grid gap-2">
        <Step
          number={1}
          what={made.length > 0 ? 'Downloaded' : 'Download the payment file'}
          isDone={made.length > 0}
        >
          <ActionButton
            action={download}
            size="sm"
            variant={made.length > 0 ? 'ghost' : 'secondary'}
            icon={<Download />}
            aria-label={`Download ${kind} for ${paymentMethodNames[method]}`}
          >
            {made.length > 0 ? 'Download Again' : `Download ${kind}`}
          </ActionButton>
        </Step>
        {made.map((one) => (
          <Step
            key={one.id}
            number={2}
            what={
              <>
                <span>Pay the file of {formatDateTime(one.madeAt)}, then mark it</span>
                {/* Someone failed, or was rejected, since the download. */}
                {one.count === count && one.cents === cents ? null : <Sum {...one} />}
              </>
            }
          >
            <Button
              size="sm"
              aria-label={`Mark all as paid by ${paymentMethodNames[method]}`}
              onClick={() => onMark({ as: 'paid', run, file: one })}
            >
              Mark All as Paid
            </Button>
          </Step>
        ))}
      </ol>
    </li>
  )
}

interface StepProps {
  number: number
  what: ReactNode
  isDone?: boolean
  children: ReactNode
}

const Step = ({ number, what, isDone = false, children }: StepProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className="flex min-w-48 flex-1 gap-2">
      <span className="flex h-lh w-5 shrink-0 items-center justify-center">
        {isDone ? <Check aria-label="Done" className="size-4 text-success" /> : `${number}.`}
      </span>
      <span>{what}</span>
    </p>
    <>{children}</>
  </li>
)

function Sum({ count, cents, files = 1 }: { count: number; cents: number; files?: number }) {
  return (
    <span className="figures block text-sm text-muted">
      {[
        `${formatNumber(count)} ${count === 1 ? 'payout' : 'payouts'}`,
        formatCents(cents),
        ...(files > 1 ? [`in ${files} files`] : []),
      ].join(', ')}
    </span>
  )
}
