import type { ComponentProps } from 'react'
import { paymentMethods, type PaymentMethod } from '@shared/payment-methods'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { methodTitle } from './method-title'
import { PaymentForm } from './payment-form'

interface MethodTabsProps extends Omit<ComponentProps<typeof PaymentForm>, 'method'> {
  first: PaymentMethod
}

/** A form for each way to be paid. */
export function MethodTabs({ first, ...form }: MethodTabsProps) {
  return (
    <Tabs defaultValue={first}>
      <TabList label="Payment method">
        {paymentMethods.map((method) => (
          <Tab key={method} value={method}>
            {methodTitle(method)}
          </Tab>
        ))}
      </TabList>
      {paymentMethods.map((method) => (
        <TabPanel key={method} value={method}>
          <PaymentForm {...form} method={method} />
        </TabPanel>
      ))}
    </Tabs>
  )
}
