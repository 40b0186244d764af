import { explainFailure } from '@server/features/mail/mail-failure'
import { sendMail, type Sender } from '@server/features/mail/sender'

/**
 * Sends one mail through the sender in its argument, as a process of its own: which authorities are
 * trusted (`NODE_EXTRA_CA_CERTS`) is read at the start of a process only. Prints what went wrong.
 */
const sender: Sender = JSON.parse(process.argv[2] ?? '')
const mail = { to: 'ada@partner.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

await sendMail(sender, mail, { allowLoopback: true, only: [] }).catch((error: unknown) => {
  process.stdout.write(explainFailure(error).message)
})
