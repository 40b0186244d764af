import { newApplicant, signUp, type Applicant } from './people'
import { openSession } from './visitor'

/** People with a last name that no one else has, in the order in which they signed up. */
export async function signUpFamily(size: number): Promise<{ family: string; people: Applicant[] }> {
  const family = `Okonkwo${newApplicant().lastName.replace(/\D/g, '')}`
  const people: Applicant[] = []
  for (let number = 1; number <= size; number += 1) {
    const person = newApplicant({ firstName: `Person${number}`, lastName: family })
    await signUp(await openSession(), person)
    people.push(person)
  }
  return { family, people }
}
