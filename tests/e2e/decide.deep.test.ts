import { test } from 'vitest'
import { setUpAdmin } from '@tests/support/client/admin-window'
import { decideByKey } from '@tests/support/client/decide-by-key'
import { setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())

test(
  'twenty people are decided without a mouse, reasons included, and one decision is undone',
  () => decideByKey(20, openAdmin),
  120_000,
)
