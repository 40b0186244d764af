import { readReport } from './report/read-report'

/**
 * A process of its own for each document, which comes on its standard input: what is found leaves on
 * the other end, and whatever the document did ends with the process.
 */
async function main(): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  const reading = await readReport(Buffer.concat(chunks), process.argv[2] ?? '')
  process.stdout.write(JSON.stringify(reading), () => process.exit(0))
}

await main()
