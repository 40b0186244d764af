import { useState, type ReactNode } from 'react'
import { useLinkToken } from '@/lib/use-link-token'
import { getErrorMessage } from '@/lib/http'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Notice } from '@/ui/notice'

interface LinkPageProps {
  title: string
  lede: string
  /** The format of a token that is not random characters alone. */
  tokenSchema?: Parameters<typeof useLinkToken>[0]
  /** The choice before the button. */
  fields?: ReactNode
  action: string
  /** Title of the error. */
  failure: string
  /** Advice then, when trying again is of no use. */
  help: ReactNode
  onPress: (token: string) => Promise<unknown>
  /** Content once that is done. */
  children: ReactNode
}

/**
 * The page that a mailed link leads to. It does nothing by being opened, as mail scanners open links; the button
 * does it.
 */
export function LinkPage(props: LinkPageProps) {
  const { title, lede, tokenSchema, fields, action, failure, help, onPress, children } = props
  const [token] = useLinkToken(tokenSchema)
  const [state, setState] = useState<'ready' | 'sending' | 'done'>('ready')
  const [refusal, setRefusal] = useState<string | null>(null)

  async function handlePress(given: string) {
    setState('sending')
    setRefusal(null)
    try {
      await onPress(given)
      setState('done')
    } catch (error) {
      setRefusal(getErrorMessage(error, 'Please try again.'))
      setState('ready')
    }
  }

  return (
    <div className="shell max-w-lg py-10 md:py-16">
      <h1 tabIndex={-1} className="lg:text-4xl">
        {title}
      </h1>
      {state === 'done' ? <div className="mt-8">{children}</div> : null}
      {state !== 'done' && token ? (
        <>
          <p className="mt-3 text-muted">{lede}</p>
          <Card className="mt-8 grid gap-5 p-5 md:p-7">
            {refusal === null ? null : (
              <Notice tone="danger" role="alert" title={failure}>
                {refusal}
                <p className="mt-2">{help}</p>
              </Notice>
            )}
            {fields}
            <Button
              size="lg"
              className="w-full"
              pending={state === 'sending'}
              onClick={() => void handlePress(token)}
            >
              {action}
            </Button>
          </Card>
        </>
      ) : null}
      {state !== 'done' && !token ? (
        <Notice tone="warning" className="mt-8" title="This link is incomplete">
          Please open the link in our email again, or copy all of it into the address bar.
        </Notice>
      ) : null}
    </div>
  )
}
