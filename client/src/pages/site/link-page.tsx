import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
  fields?: ReactNode
  action: string
  failure: string
  /** Advice then, when trying again is of no use. */
  help: ReactNode
  /** Sends the token of the link, once the button is pressed. */
  sending: UseMutationResult<unknown, Error, string>
  children: ReactNode
}

/**
 * The page that a mailed link leads to. It does nothing by being opened, as mail scanners open links; the button
 * does it.
 */
export function LinkPage(props: LinkPageProps) {
  const { title, lede, tokenSchema, fields, action, failure, help, sending, children } = props
  const [token] = useLinkToken(tokenSchema)
  const { mutate, isPending, isSuccess, error } = sending

  return (
    <div className="shell max-w-lg py-10 md:py-16">
      <h1 tabIndex={-1} className="lg:text-4xl">
        {title}
      </h1>
      {isSuccess ? <div className="mt-8">{children}</div> : null}
      {!isSuccess && token ? (
        <>
          <p className="mt-3 text-muted">{lede}</p>
          <Card className="mt-8 grid gap-5 p-5 md:p-7">
            {error ? (
              <Notice tone="danger" title={failure}>
                {getErrorMessage(error, 'Please try again.')}
                <p className="mt-2">{help}</p>
              </Notice>
            ) : null}
            {fields}
            <Button size="lg" className="w-full" pending={isPending} onClick={() => mutate(token)}>
              {action}
            </Button>
          </Card>
        </>
      ) : null}
      {!isSuccess && !token ? (
        <Notice tone="warning" className="mt-8" title="This link is incomplete">
          Please open the link in our email again, or copy all of it into the address bar.
        </Notice>
      ) : null}
    </div>
  )
}
