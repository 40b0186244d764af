/** A referral link that is broken before its code, where it doesn't fit on one line. */
export function LinkText({ link }: { link: string }) {
  const codeAt = link.lastIndexOf('/') + 1
  return (
    <>
      {link.slice(0, codeAt)}
      <wbr />
      {link.slice(codeAt)}
    </>
  )
}
