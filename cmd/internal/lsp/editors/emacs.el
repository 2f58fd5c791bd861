;; ruledeck in Emacs 29 or newer: put this into init.el. Files of packs are edited in
;; yaml-ts-mode or yaml-mode, and lua-mode or lua-ts-mode.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((yaml-mode yaml-ts-mode lua-mode lua-ts-mode) . ("PROGRAM" "lsp"))))
(defun ruledeck-start ()
  "Start ruledeck in files of a pack."
  (when (and buffer-file-name (locate-dominating-file buffer-file-name "pack.yaml"))
    (eglot-ensure)))
(dolist (hook '(yaml-mode-hook yaml-ts-mode-hook lua-mode-hook lua-ts-mode-hook))
  (add-hook hook #'ruledeck-start))
