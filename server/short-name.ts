/** The name that a referrer is shown of someone they referred: 'Sam T.' */
export function shortName({
  firstName,
  lastName,
}: {
  firstName: string
  lastName: string
}): string {
  const [initial] = lastName.trim()
  return initial ? `${firstName.trim()} ${initial}.` : firstName.trim()
}
