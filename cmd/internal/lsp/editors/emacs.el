;; ruledeck in Emacs 29 or newer: put this into init.el. Files of packs are edited in
;; yaml-ts-mode or yaml-mode, and lua-mode or lua-ts-mode.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((yaml-mode yaml-ts-mode lua-mode lua-ts-mode) . ("PROGRAM" "lsp"))))
;; The project of a file is its pack.
(defun ruledeck-project (folder)
  "The pack that FOLDER is in, as a project."
  (let ((root (locate-dominating-file folder "pack.yaml")))
    (and root (cons 'transient root))))
(add-hook 'project-find-functions #'ruledeck-project)
(defun ruledeck-start ()
  "Start ruledeck in files of a pack."
  (when (and buffer-file-name (locate-dominating-file buffer-file-name "pack.yaml"))
    (eglot-ensure)))
(dolist (hook '(yaml-mode-hook yaml-ts-mode-hook lua-mode-hook lua-ts-mode-hook))
  (add-hook hook #'ruledeck-start))
