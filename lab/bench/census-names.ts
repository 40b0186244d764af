/** The most frequent surnames of the 2010 census, and how many of 100,000 people have each. */
const frequent: Record<string, number> = {
  Smith: 828,
  Johnson: 655,
  Williams: 551,
  Brown: 487,
  Jones: 483,
  Garcia: 395,
  Miller: 394,
  Davis: 378,
  Rodriguez: 371,
  Martinez: 359,
  Hernandez: 354,
  Lopez: 296,
  Gonzalez: 285,
  Wilson: 272,
  Anderson: 266,
  Thomas: 256,
  Taylor: 255,
  Moore: 246,
  Jackson: 240,
  Martin: 238,
  Lee: 235,
  Perez: 231,
  Thompson: 225,
  White: 224,
  Harris: 212,
  Sanchez: 208,
  Clark: 191,
  Ramirez: 189,
  Lewis: 180,
  Robinson: 180,
  Walker: 177,
  Young: 164,
  Allen: 164,
  King: 158,
  Wright: 156,
}

/** Of these, the names of everyone else are made: 1,200, each of 70 in 100,000 people. */
const beginnings = `Ash Bar Black Brad Brook Burn Cal Carl Chap Cole Craw Dal Dun East Ed Ells Fair Farn Glad Gold
  Hale Ham Hart Hath Hol Kings Lang Lind Lock Mans Mar Nor Oak Pem Red Rich Rock Sand Stan Whit`
const endings = `berg bury by den dorf er field ford gate ham holm ings land ley low man mont more ner quist
  sen ski son stein sted stone ton vall well wick win wood worth ard ell ett ey in off`

const words = (text: string) => `array['${text.split(/\s+/).join("', '")}']`
const pick = (text: string, seed: string) =>
  `(${words(text)})[1 + abs(hashint4(${seed})::bigint) % ${text.split(/\s+/).length}]`

/** SQL for the last name of the person with the number `n`: as often as the census has it, and always the same. */
export function censusName(): string {
  const names = Object.keys(frequent)
  let sum = 0
  const bounds = Object.values(frequent).map((share) => (sum += share))
  const place = `width_bucket(abs(hashint4(n)::bigint) % 100000, array[${bounds.join()}]::bigint[])`
  return `coalesce((${words(names.join(' '))})[1 + ${place}],
    ${pick(beginnings, 'n + 1')} || ${pick(endings, 'n + 2')})`
}
