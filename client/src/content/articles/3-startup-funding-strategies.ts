import type { Article } from './article'

export const startupFundingStrategies: Article = {
  id: 3,
  category: 'Funding',
  title: 'Five Funding Strategies for Startups, With the Real Cost of Each',
  summary:
    'Customers, family, SBA programs, investors, and credit: what each way to fund a startup costs in dollars and risk.',
  author: 'Marcus Oyelaran',
  date: 'September 22, 2026',
  readTime: '7 min read',
  image: '/covers/article-3.svg',
  content: `
<p>Every source of money asks for something back: interest, ownership, time or a promise you make personally. The right question is not “Where can I get the most?” but “Which price can this business pay?” Here are five strategies, roughly in the order most founders should consider them.</p>

<h2 id="customers">1. Revenue first: customers and bootstrapping</h2>
<p>The cheapest money is a deposit. A furniture maker who sells 20 tables at $1,500 and asks for 40% up front collects $12,000 before buying wood. If materials cost $450 a table, the deposits cover all $9,000 of materials and leave $3,000 for rent.</p>
<p><strong>Price:</strong> no interest and no ownership, but slower growth, and a duty to deliver. <strong>Pitfall:</strong> spending deposits on anything other than the orders they belong to. Keep them in a separate account.</p>

<h2 id="family">2. Friends and family, on paper</h2>
<p>Loans from people who trust you fail most often because no one wrote anything down. Use a promissory note with an amount, a rate, a schedule and a sentence on what happens if the business closes. On loans above $10,000, the IRS may treat forgone interest as a gift if you charge less than its published applicable federal rate, so check that rate before you write the note.</p>
<p><strong>Price:</strong> usually low interest, at a high personal stake. <strong>Pitfall:</strong> taking money your relative cannot afford to lose. Ask, “Could you live without this entirely?” and accept a no.</p>

<h2 id="sba">3. SBA-backed loans</h2>
<p>The Small Business Administration mostly does not lend. It guarantees loans that lenders make, so they can say yes more often.</p>
<ul>
<li><strong>Microloans</strong> go up to $50,000 through nonprofit lenders. The average is about $13,000, and rates have generally run from 8% to 13%. New businesses are welcome.</li>
<li><strong>7(a) loans</strong> go up to $5 million. The SBA guarantees up to 85% of loans of $150,000 or less and up to 75% above that. The guarantee protects the lender, not you.</li>
</ul>
<p>For a startup, current 7(a) rules require you to put in at least 10% of total project costs. On a $120,000 bakery, that is $12,000 from you and $108,000 borrowed. At an illustrative 11% over ten years, the payment is about <strong>$1,488 a month</strong>. At a margin of $3 a loaf, that is 496 loaves a month before you pay yourself.</p>
<p><strong>Price:</strong> moderate interest, plenty of paperwork, and a personal guarantee from everyone who owns 20% or more. <strong>Pitfall:</strong> outdated advice. Since March 1, 2026, every owner must be a US citizen or national living in the United States or its territories, and the old SBSS score screen for smaller loans is gone. Confirm the rules with the lender.</p>

<h2 id="equity">4. Selling a share: angels and crowdfunding</h2>
<p>Equity has no monthly payment, which suits a business that will lose money before it earns any. It is rarely cheap. Sell 20% for $200,000 and you have valued the whole company, money included, at $1 million. If it is sold five years later for $4 million, with no later rounds, that 20% costs you <strong>$800,000</strong>. If the company fails, it costs you nothing further. That is the bargain.</p>
<p>Regulation Crowdfunding lets a company raise up to $5 million in 12 months from the public through a registered platform. Expect disclosure documents, platform fees and an annual report.</p>
<p><strong>Price:</strong> ownership and a say in decisions. <strong>Pitfall:</strong> terms you did not model, especially liquidation preferences that pay investors first.</p>

<h2 id="credit">5. Credit-based funding, with or without a partner</h2>
<p>Business cards, lines of credit and term loans move quickly and lean heavily on personal credit. If yours is thin, a <strong>Credit Partner</strong> with a strong score (we recommend 720+) may lend their credit standing to the application for a fee. A typical partner fee is <strong>5-15%</strong> of the loan. These are educational figures, not an offer, and results are not guaranteed.</p>
<p>Do all the math before you agree. Say you borrow $50,000 at 12% over five years: the payment is $1,112 a month and total interest is $16,733.</p>
<table>
<thead>
<tr><th scope="col">Partner fee</th><th scope="col">You pay the partner</th><th scope="col">You keep</th><th scope="col">Interest plus fee</th><th scope="col">Effective yearly cost</th></tr>
</thead>
<tbody>
<tr><th scope="row">5%</th><td>$2,500</td><td>$47,500</td><td>$19,233</td><td>About 14.3%</td></tr>
<tr><th scope="row">10%</th><td>$5,000</td><td>$45,000</td><td>$21,733</td><td>About 16.7%</td></tr>
<tr><th scope="row">15%</th><td>$7,500</td><td>$42,500</td><td>$24,233</td><td>About 19.4%</td></tr>
</tbody>
</table>
<p>The table assumes the fee is paid on day one. Check with the lender that loan money may be used for it, because some loans restrict this, and disclose the arrangement wherever the application asks. Knowingly making a false statement on a bank loan application is a federal crime.</p>
<p><strong>Price:</strong> interest plus the fee, and your personal guarantee. <strong>Pitfall:</strong> treating a 0% introductory card as free. A $15,000 balance left when the offer ends costs about $300 a month in interest at 24%.</p>

<h2 id="choosing">Choosing between them</h2>
<ul>
<li><strong>Short need, certain sale:</strong> deposits or a small line of credit.</li>
<li><strong>Equipment or fit-out with steady use:</strong> a term loan that ends before the asset wears out.</li>
<li><strong>Long, uncertain development:</strong> equity, because missed loan payments would end the company first.</li>
</ul>
<p>A useful test for any debt: take your worst realistic month, subtract fixed costs, and see whether what is left is at least 1.25 times the payment. A $1,112 payment needs about $1,390.</p>

<h2 id="next">What to do next</h2>
<ol>
<li>Write down the amount you need, to the nearest $1,000, and what each part buys.</li>
<li>Price two of the five strategies in full, fees included, over the same number of years.</li>
<li>Get free help from a Small Business Development Center or SCORE before you sign.</li>
<li>If a partner is involved, read our <a href="/disclosures">disclosures</a> and bring your numbers to the introduction meeting.</li>
</ol>
<p><em>This article is educational content only. It is not financial or legal advice, and results are not guaranteed.</em></p>
`.trim(),
}
