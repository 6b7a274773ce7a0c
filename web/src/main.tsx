import './styles/index.css';

import { App } from './app';
import { startPage } from './start';

await startPage(<App />);
