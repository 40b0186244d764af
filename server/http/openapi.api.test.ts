import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { makeOpenApi } from '@tests/support/portal/openapi'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { createApp } from '../app'

const app = await startSharedApp()

it('docs/openapi.json is what the routes say, and valid', async () => {
  const text = await makeOpenApi(createApp(app))
  expect(await new Validator().validate(text)).toEqual({ valid: true })
  // Written anew with `-u`.
  await expect(text).toMatchFileSnapshot('../../docs/openapi.json')
})
