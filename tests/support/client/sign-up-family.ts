import { newApplicant, ownPicture, signUp, type Applicant } from './people'
import { openSession } from './visitor'

type Family = [Applicant, Applicant, Applicant, ...Applicant[]]

/** Three people, or more, with a last name that no one else has, in the order in which they signed up. */
export async function signUpFamily({
  size = 3,
  baseURL,
}: { size?: number; baseURL?: string } = {}): Promise<{ family: string; people: Family }> {
  const family = `Okonkwo${newApplicant().lastName.replace(/\D/g, '')}`
  const build = (number: number) => newApplicant({ firstName: `Person${number}`, lastName: family })
  const more = Array.from({ length: size - 3 }, (_, index) => build(index + 4))
  const people: Family = [build(1), build(2), build(3), ...more]
  for (const person of people) await signUp(await openSession(baseURL), person, ownPicture(person))
  return { family, people }
}
